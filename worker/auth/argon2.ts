import wasm from "@phi-ag/argon2/argon2.wasm";

interface Argon2Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(size: number): number;
  free(pointer: number): void;
  argon2_hash(...values: number[]): number;
  argon2_verify(encoded: number, password: number, length: number, type: number): number;
  argon2_encodedlen(...values: number[]): number;
}

export interface Argon2Cost {
  memoryKiB: number;
  passes: number;
  lanes: number;
}

const ARGON2ID = 2;
const VERSION_13 = 0x13;
const OK = 0;
const OUT_OF_MEMORY = -22;
const HASH_BYTES = 32;

// Synchronous and at module scope: workerd forbids one request to await a promise that another one made.
const argon2 = new WebAssembly.Instance(wasm).exports as unknown as Argon2Exports;
argon2._initialize();

const heap = () => new Uint8Array(argon2.memory.buffer);

/** Copies `inputs` into the module's memory and wipes them afterwards, so that no password stays there. */
function lend<T>(inputs: Uint8Array[], work: (...pointers: number[]) => T): T {
  const pointers: number[] = [];
  try {
    for (const bytes of inputs) {
      const pointer = argon2.malloc(bytes.length + 1);
      if (pointer === 0) throw new Error("argon2: out of memory");
      pointers.push(pointer);
      heap().set(bytes, pointer);
      heap()[pointer + bytes.length] = 0;
    }
    return work(...pointers);
  } finally {
    for (const [index, pointer] of pointers.entries()) {
      heap().fill(0, pointer, pointer + (inputs[index]?.length ?? 0));
      argon2.free(pointer);
    }
  }
}

/** Returns a PHC string. */
export function argon2Hash(password: Uint8Array, salt: Uint8Array, cost: Argon2Cost): string {
  const { memoryKiB: m, passes: t, lanes: p } = cost;
  const size = argon2.argon2_encodedlen(t, m, p, salt.length, HASH_BYTES, ARGON2ID);
  const inputs = [password, salt, new Uint8Array(HASH_BYTES), new Uint8Array(size)];
  return lend(inputs, (passwordAt = 0, saltAt = 0, hashAt = 0, encodedAt = 0) => {
    const regions: [at: number, length: number][] = [
      [passwordAt, password.length],
      [saltAt, salt.length],
      [hashAt, HASH_BYTES],
      [encodedAt, size],
    ];
    const status = argon2.argon2_hash(t, m, p, ...regions.flat(), ARGON2ID, VERSION_13);
    if (status !== OK) throw new Error(`argon2: hashing failed with ${status}`);
    return new TextDecoder().decode(heap().slice(encodedAt, encodedAt + size - 1));
  });
}

/** `encoded` is a PHC string. The module compares in constant time. */
export function argon2Verify(encoded: string, password: Uint8Array): boolean {
  const inputs = [new TextEncoder().encode(encoded), password];
  return lend(inputs, (encodedAt = 0, passwordAt = 0) => {
    const status = argon2.argon2_verify(encodedAt, passwordAt, password.length, ARGON2ID);
    // Every other error means that the password does not match, or that `encoded` is no hash.
    if (status === OUT_OF_MEMORY) throw new Error("argon2: out of memory");
    return status === OK;
  });
}
