// Creates elements of the page.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export const h = (name, attributes, ...children) => fill(document.createElement(name), attributes, children);
export const s = (name, attributes, ...children) => fill(document.createElementNS(SVG, name), attributes, children);

/** Returns a word with an explanation, accessible by pointer, keyboard and screen reader. */
export function hint(word, explanation) {
  return h('span', { class: 'hint', tabindex: 0, 'data-tip': explanation, 'aria-label': `${word}: ${explanation}` }, word);
}

export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = h('a', { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

export function copyButton(what, text) {
  const button = h('button', { type: 'button', class: 'quiet', 'aria-label': `copy ${what}` }, 'copy');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text());
      button.textContent = 'copied';
    } catch {
      button.textContent = 'not allowed here';
    }
    setTimeout(() => (button.textContent = 'copy'), 1500);
  });
  return button;
}
