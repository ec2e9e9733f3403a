/** The sources that a page's policy must name. */
export interface PolicySources {
  /** Origin the button's script comes from; `'self'` for the page's own. */
  script: string
  /** The hosts that the page connects to: its API, the relay. */
  connect: readonly string[]
  /** The nonce on the page's script tags. */
  nonce: string
}

type Policy = (sources: PolicySources) => string

const connectTo = ({ connect }: PolicySources) => (connect.length > 0 ? connect.join(' ') : "'none'")

/** The policies that the product promises to work under, and the policies of G01 to G05. */
export const POLICIES = {
  promised: ({ script }) =>
    `default-src 'none'; script-src ${script}; style-src 'self'; img-src 'self' data:; require-trusted-types-for 'script'`,
  G01: (sources) =>
    `default-src 'none'; script-src 'nonce-${sources.nonce}'; style-src 'self'; img-src data:; connect-src ${connectTo(sources)}`,
  G02: ({ script }) =>
    `default-src 'none'; script-src ${script}; style-src 'self'; img-src 'self' data:; require-trusted-types-for 'script'; trusted-types 'none'`,
  G03: ({ script }) => `default-src 'none'; script-src ${script}; style-src 'self'; img-src 'self'`,
  G04: ({ script }) =>
    `default-src 'self'; script-src ${script}; style-src 'self'; img-src 'self' data:; connect-src 'self'`,
  G05: ({ script }) => `script-src ${script}; object-src 'none'`,
} satisfies Record<string, Policy>

/** G18: the policies of five kinds of site. */
export const REFERENCE_POLICIES = {
  shop: (sources) =>
    [
      "default-src 'self'",
      `script-src 'self' ${sources.script} https://js.payments.example`,
      "style-src 'self' https://cdn.shop.example",
      "img-src 'self' data: https://img.shop.example",
      `connect-src 'self' ${connectTo(sources)} https://api.payments.example`,
      'frame-src https://js.payments.example',
      "object-src 'none'",
      "base-uri 'self'",
      "form-action 'self'",
    ].join('; '),
  cms: (sources) =>
    [
      "default-src 'self' https: data:",
      `script-src 'self' 'unsafe-inline' ${sources.script} https:`,
      "style-src 'self' 'unsafe-inline' https:",
      `connect-src 'self' ${connectTo(sources)} https:`,
      "object-src 'none'",
      'frame-ancestors *',
    ].join('; '),
  bank: (sources) =>
    [
      "default-src 'none'",
      `script-src 'nonce-${sources.nonce}' 'strict-dynamic'`,
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      `connect-src 'self' ${connectTo(sources)}`,
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
  docs: (sources) =>
    [
      "default-src 'none'",
      `script-src 'self' ${sources.script}`,
      "style-src 'self'",
      "img-src 'self' data:",
      `connect-src 'self' ${connectTo(sources)}`,
      "manifest-src 'self'",
      "base-uri 'self'",
    ].join('; '),
  spa: (sources) =>
    [
      "default-src 'self'",
      `script-src 'self' ${sources.script} 'wasm-unsafe-eval'`,
      `style-src 'self' 'nonce-${sources.nonce}'`,
      "img-src 'self' data: blob:",
      `connect-src 'self' ${connectTo(sources)} wss:`,
      "worker-src 'self' blob:",
      "object-src 'none'",
      "base-uri 'none'",
    ].join('; '),
} satisfies Record<string, Policy>
