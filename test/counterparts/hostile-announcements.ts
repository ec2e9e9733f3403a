const FIELDS = ['uuid', 'name', 'rdns', 'icon'] as const

/** A valid announcement (EIP-6963), for tests to break. */
export const properDetail = () => ({
  info: {
    uuid: '350670db-19fa-4704-a166-e52e178b59d2',
    name: 'Proper',
    rdns: 'com.example.proper',
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
  } as Record<string, unknown>,
  provider: { request: async () => [] } as unknown,
})

const throwing = (target: object, key: string): object =>
  Object.defineProperty(target, key, {
    enumerable: true,
    get() {
      throw new Error(`${key} cannot be read`)
    },
  })

/** A01 to A03: invalid announcements, created anew at every call. */
export const badDetails: Readonly<Record<string, () => unknown>> = {
  'A01 null': () => null,
  'A01 undefined': () => undefined,
  'A01 a number': () => 42,
  'A01 a string': () => 'wallet',
  'A02 no info': () => ({ provider: properDetail().provider }),
  'A02 no provider': () => ({ info: properDetail().info }),
  'A02 a provider without request': () => ({ ...properDetail(), provider: {} }),
  ...Object.fromEntries(
    FIELDS.flatMap((field) =>
      [undefined, '', 7, null, {}].map((value) => [
        `A02 ${field} is ${JSON.stringify(value)}`,
        () => {
          const detail = properDetail()
          detail.info[field] = value
          return detail
        },
      ]),
    ),
  ),
  'A03 unreadable info': () => throwing(properDetail(), 'info'),
  'A03 unreadable provider': () => throwing(properDetail(), 'provider'),
  ...Object.fromEntries(
    FIELDS.map((field) => [
      `A03 unreadable ${field}`,
      () => {
        const detail = properDetail()
        throwing(detail.info, field)
        return detail
      },
    ]),
  ),
}

/** A04: an info that changes at each read, and counts the reads of each field. */
export function shiftyDetail(): { detail: unknown; reads: Record<string, number> } {
  const reads: Record<string, number> = {}
  const { info, provider } = properDetail()
  const shifty = new Proxy(info, {
    get(target, key) {
      const name = String(key)
      reads[name] = (reads[name] ?? 0) + 1
      return name === 'name' ? `Proper ${reads[name]}` : target[name]
    },
  })
  return { detail: { info: shifty, provider }, reads }
}

/** A07: names that try to be more than a name. */
export const badNames: Readonly<Record<string, string>> = {
  'bidirectional override': 'Wallet\u202eknab',
  'zero width': 'Meta\u200bMask\u2060',
  'line breaks': 'Wallet\n\r\u2028approved',
  markup: '<img src=x onerror="window.hostileRan=1"><b>Wallet</b>',
  '10,000 characters': 'W'.repeat(10_000),
}

/** A08: icons that try to be more than a picture. */
export const badIcons: Readonly<Record<string, string>> = {
  script: 'javascript:window.hostileRan=1',
  'another host': 'https://icons.example/icon.png',
  'a page': 'data:text/html,<script>parent.hostileRan=1</script>',
  'a picture with a script': `data:image/svg+xml,${encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" onload="window.hostileRan=1"><script>window.hostileRan=1</script></svg>',
  )}`,
  '6 MB': `data:image/png;base64,${'A'.repeat(6 * 1_024 * 1_024)}`,
  'a broken picture': 'data:image/png;base64,AAAA',
  'a huge picture': `data:image/svg+xml,${encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"/>',
  )}`,
}
