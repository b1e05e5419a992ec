/** What is used of autocannon, which publishes no types. */
declare module 'autocannon' {
  interface Options {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    readonly headers?: Readonly<Record<string, string>>;
  }
  interface Result {
    readonly duration: number;
    readonly errors: number;
    readonly timeouts: number;
    readonly statusCodeStats: Readonly<Record<string, { readonly count: number } | undefined>>;
    readonly latency: { readonly p50: number; readonly p99: number };
  }
  export default function autocannon(options: Options): Promise<Result>;
}
