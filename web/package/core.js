// The JavaScript interface of the module: one call with an object, which returns an object.

const KINDS = { 2: 'BadInput', 3: 'Stopped', 4: 'Contradiction', 5: 'OutOfMemory', 6: 'Internal' };

/** An error with its reason. `kind` is BadInput, Stopped, Contradiction, OutOfMemory or Internal. */
export class PlumblineError extends Error {
  constructor(status, message, record = {}) {
    super(message);
    this.name = 'PlumblineError';
    this.status = status;
    this.code = record.code;
    this.field = record.field;
    this.accepted = record.accepted;
    this.kind = KINDS[status] ?? 'Internal';
  }
}

const PAGE = 65536;
const clock = () => performance.timeOrigin + performance.now();

/** Returns the host functions that the module imports. `memory()` and `stop()` are evaluated at each call. */
function host(memory, stop) {
  const bytes = () => new Uint8Array(memory().buffer);
  return {
    abort() {
      throw new PlumblineError(6, 'the module ended itself');
    },
    clock_gettime(_clock, place) {
      const now = clock();
      const view = new DataView(memory().buffer);
      view.setBigInt64(Number(place), BigInt(Math.floor(now / 1000)), true);
      view.setBigInt64(Number(place) + 8, BigInt(Math.floor((now % 1000) * 1e6)), true);
      return 0;
    },
    // The module has no environment variables.
    environ_sizes_get(count, size) {
      const view = new DataView(memory().buffer);
      for (const place of [count, size]) view.setBigUint64(Number(place), 0n, true);
      return 0;
    },
    environ_get: () => 0,
    emscripten_memcpy_big(to, from, count) {
      bytes().copyWithin(Number(to), Number(from), Number(from) + Number(count));
      return to;
    },
    emscripten_resize_heap(wanted) {
      const now = memory().buffer.byteLength;
      const least = Math.ceil((Number(wanted) - now) / PAGE);
      for (const more of [Math.max(least, Math.ceil(now / PAGE / 4)), least]) {
        try {
          memory().grow(more);
          return 1;
        } catch {
          // tries a smaller growth, and then reports failure
        }
      }
      return 0;
    },
    plumbline_host_stop: () => (stop() ? 1 : 0),
  };
}

/** Returns a stub that throws, for any other system function of the C library. */
function lacking(name) {
  return () => {
    throw new PlumblineError(6, `the module asked for ${name}, which a page does not have`);
  };
}

/**
 * Returns an instance of a compiled module. `stop` is polled during a call; if it returns true, the call ends.
 */
export function instantiate(module, stop = () => false) {
  let exports = null;
  let stopping = stop;
  const known = host(() => exports.memory, () => stopping());
  const imports = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    if (kind === 'function') imports[from][name] = known[name] ?? lacking(name);
  }
  exports = new WebAssembly.Instance(module, imports).exports;
  exports.__wasm_call_ctors();
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  function call(request) {
    const text = encoder.encode(JSON.stringify(request));
    const place = exports.malloc(BigInt(text.length + 1));
    const bytes = new Uint8Array(exports.memory.buffer);
    bytes.set(text, Number(place));
    bytes[Number(place) + text.length] = 0;
    let answer;
    try {
      answer = Number(exports.plumbline_call(place));
    } finally {
      exports.free(place);
    }
    const all = new Uint8Array(exports.memory.buffer);
    const out = JSON.parse(decoder.decode(all.subarray(answer, all.indexOf(0, answer))));
    if (out.status !== 0) throw new PlumblineError(out.status, out.error);
    return out;
  }

  return {
    call,
    /** Makes a call with a time limit in seconds, after which it returns the best known result. */
    within(request, seconds) {
      const before = stopping;
      const end = clock() + 1000 * seconds;
      if (seconds) stopping = () => before() || clock() > end;
      try {
        return call(request);
      } finally {
        stopping = before;
      }
    },
  };
}
