declare namespace Cloudflare {
  interface Env {
    Room: DurableObjectNamespace<import('./durable-object.ts').DurableRoom>;
    ASSETS: Fetcher;
    /** Opens `/metrics` to whoever brings it as a bearer; closed where it is not set. */
    METRICS_TOKEN?: string;
  }
}
