// The interface of the page to the worker: a queue of jobs in groups, which can be cancelled at any time.

/** Returns the compiled module, from the gzipped module in Base64 that the page contains. */
export async function unpacked(base64) {
  const packed = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

export class GivenUp extends Error {}

export class Engine {
  #module;
  #source;
  #worker = null;
  #queue = [];
  #running = null;
  #last = 0;

  /** The arguments are a promise of the compiled module, and the source of the worker. */
  constructor(module, source) {
    this.#module = module;
    this.#source = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    this.#start();
  }

  /** Adds a job for the worker and returns its result. Jobs of a lower rank run first. */
  ask(work, fields, { group = '', rank = 0, onSign } = {}) {
    return new Promise((resolve, reject) => {
      const job = { ...fields, work, job: ++this.#last };
      this.#queue.push({ job, group, rank, onSign, resolve, reject });
      this.#queue.sort((a, b) => a.rank - b.rank || a.job.job - b.job.job);
      this.#next();
    });
  }

  /** Cancels a group: removes its waiting jobs and ends its running job. */
  giveUp(group) {
    const mine = this.#queue.filter((one) => one.group === group);
    this.#queue = this.#queue.filter((one) => one.group !== group);
    if (this.#running?.group === group) {
      mine.push(this.#running);
      this.#running = null;
      this.#start();
    }
    for (const one of mine) one.reject(new GivenUp());
    this.#next();
  }

  #start() {
    this.#worker?.terminate();
    const worker = new Worker(this.#source);
    this.#worker = worker;
    this.ready = false;
    worker.onmessage = ({ data }) => this.#take(worker, data);
    worker.onerror = (event) => this.#fail(worker, event.message);
    this.#module.then((module) => worker.postMessage({ module }));
  }

  #take(worker, data) {
    if (worker !== this.#worker) return;
    if (data.sign) {
      this.#running?.onSign?.();
      return;
    }
    if (data.ready) {
      this.ready = true;
    } else {
      const one = this.#running;
      this.#running = null;
      if (data.error === undefined) one.resolve({ ...data.result, seconds: data.seconds });
      else one.reject(Object.assign(new Error(data.error), { kind: data.kind }));
    }
    this.#next();
  }

  #fail(worker, message) {
    if (worker !== this.#worker) return;
    const one = this.#running;
    this.#running = null;
    this.#start();
    one?.reject(Object.assign(new Error(message), { kind: 'Internal' }));
  }

  #next() {
    if (!this.ready || this.#running || this.#queue.length === 0) return;
    this.#running = this.#queue.shift();
    this.#worker.postMessage(this.#running.job);
  }
}

const LADDER = [3, 6, 10, 15, 20, 30, 40, 60, 80, 100];

/** Returns the numbers of digits at which intermediate results are shown. */
export function steps(digits) {
  return [...LADDER.filter((few) => few < digits), digits];
}
