/** How the constructor of an account class names the keys that must sign, all of them Stark keys. */
type ConstructorForm =
  /** `[key]` */
  | 'key'
  /** `[owner, guardian]`, guardian 0 for none. */
  | 'owner-guardian'
  /** Cairo enum and option: `[0, owner, 1]` without a guardian, `[0, owner, 0, 0, guardian]` with one. */
  | 'signers'

/**
 * Account classes whose signatures can be checked before they are deployed, by class hash.
 *
 * Upgradeable proxies of Cairo 0 are left out: their calldata names the implementation, which could be any.
 */
const CLASSES: Record<ConstructorForm, readonly string[]> = {
  key: [
    // OpenZeppelin 0.7.0 to 1.0.0 and its presets
    '0x04c6d6cf894f8bc96bb9c525e6853e5483177841f7388f74a46cfda6f028c755',
    '0x05400e90f7e0ae78bd02c77cd75527280470e2fe19c54970dd79dc37a9d3645c',
    '0x061dac032f228abef9c6626f995015233097ae253a7f72d68552db02f2971b8f',
    '0x01148c31dfa5c4708a4e9cf1eb0fd3d4d8ad9ccf09d0232cd6b56bee64a7de9d',
    '0x004ca5c0b1af6115858708bd1fabd2e9bb306012b31a741acbf69b8a9f35d688',
    '0x0450f568a8cb6ea1bcce446355e8a1c2e5852a6b8dc3536f495cdceb62e8a7e2',
    '0x01e60c8722677cfb7dd8dbea5be86c09265db02cdfe77113e77da7d44c017388',
    '0x00e2eb8f5672af4e6a4e8a8f1b44989685e668489b0a25437733756c5a34a1d6',
    '0x04343194a4a6082192502e132d9e7834b5d9bfc7a0c1dd990e95b66f85a66d46',
    '0x005b8b908d16497cd347642c1ab43015b5956e2085aa4c8bb21f0b073015a1c9',
    '0x0358a1635f95aaaa840ec3b47219a354d5dfe6b01f0bca38ae6b2ff397490348',
    '0x06d4b80c0f3c3ea9e98252403a83f8a6bacf7f7362e9ac0a8824854dca31f8a8',
    '0x04a444ef8caf8fa0db05da60bf0ad9bae264c73fa7e32c61d245406f5523174b',
    '0x01d1777db36cdd06dd62cfde77b1b6ae06412af95d57a13dc40ac77b8a702381',
    '0x05b4b537eaa2399e3aa99c4e2e0208ebd6c71bc1467938cd52c798c601e43564',
    // Braavos base account, which every Braavos account is deployed as: 1.0.0, 1.2.0
    '0x013bfe114fb1cf405bfc3a7f8dbe2d91db146c17521d40dcf57e16d6b59fa8e6',
    '0x03d16c7a9a60b0593bd202f660a28c5d76e0403601d9ccc7e4fa253b6a70c201',
  ],
  'owner-guardian': [
    // Argent 0.3.0, 0.3.1
    '0x01a736d6ed154502257f02b1ccdf4d9d1089f80811cd6acad48e6b6a9d1f2003',
    '0x029927c8af6bccf3f6fda035981e765a7bdbf18a2dc0d630494f8758aa908e2b',
  ],
  signers: [
    // Argent / Ready 0.4.0, 0.5.0
    '0x036078334509b514626504edc9fb252328d1a240e4e948bef8d0c08dff45927f',
    '0x073414441639dcd11d1846f287650a00c60c416b9d3ba45d31c651672125b2c2',
  ],
}

const forms = new Map(
  (Object.entries(CLASSES) as [ConstructorForm, readonly string[]][]).flatMap(([form, hashes]) =>
    hashes.map((hash) => [BigInt(hash), form] as const),
  ),
)

/**
 * The Stark keys that have to sign for an account of a known class, owner first.
 *
 * @returns null for an unknown class, and for a constructor that names other kinds of keys
 */
export function readSigners(classHash: bigint, calldata: readonly bigint[]): bigint[] | null {
  const [first, second, third, fourth, fifth] = calldata
  const nonZero = (...keys: (bigint | undefined)[]) => keys.filter((key): key is bigint => !!key)
  switch (forms.get(classHash)) {
    case 'key':
      return calldata.length === 1 && first ? [first] : null
    case 'owner-guardian':
      return calldata.length === 2 && first ? nonZero(first, second) : null
    case 'signers':
      if (first !== 0n || !second) return null
      if (calldata.length === 3 && third === 1n) return [second]
      return calldata.length === 5 && third === 0n && fourth === 0n && fifth ? [second, fifth] : null
    default:
      return null
  }
}

/**
 * The (r, s) pairs of a signature by key, in the layouts of the known classes:
 * `r s …`, one pair for each key in order; Braavos's `1 r s`; Argent's `count (0 key r s) …`.
 *
 * @returns one pair for each key, or null
 */
export function readPairs(signature: readonly bigint[], keys: readonly bigint[]): [bigint, bigint][] | null {
  const pair = (at: number): [bigint, bigint] => [signature[at] as bigint, signature[at + 1] as bigint]
  if (signature.length === keys.length * 2) return keys.map((_, index) => pair(index * 2))
  if (keys.length === 1 && signature.length === 3 && signature[0] === 1n) return [pair(1)]
  if (signature.length !== 1 + keys.length * 4 || signature[0] !== BigInt(keys.length)) return null
  const pairs = keys.map((key, index) => {
    const at = 1 + index * 4
    return signature[at] === 0n && signature[at + 1] === key ? pair(at + 2) : null
  })
  return pairs.includes(null) ? null : (pairs as [bigint, bigint][])
}
