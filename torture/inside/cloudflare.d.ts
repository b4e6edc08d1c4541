declare global {
  namespace Cloudflare {
    interface Env {
      /** What `npm run torture` asks for; empty in npm test. */
      FUZZ_SEED: string;
      FUZZ_CASES: string;
    }
  }
}

export {};
