/** How the constructor of an account class names the keys that must sign. All of them are Stark keys. */
type ConstructorForm =
  /** `[key]` */
  | 'key'
  /** `[owner, guardian]`, guardian 0 for none. */
  | 'owner-guardian'
  /** Cairo enum and option: `[0, owner, 1]` without a guardian, `[0, owner, 0, 0, guardian]` with one. */
  | 'signers'
  /** `[threshold, count, key …]`: so many of the keys must sign. */
  | 'threshold-keys'
  /** `[threshold, count, (0, key) …]`, as Cairo enums. */
  | 'threshold-signers'

/**
 * Account classes whose signatures can be checked before deployment, by class hash.
 *
 * Upgradeable proxies of Cairo 0 are missing, because their calldata names the implementation, which could be any.
 */
const CLASSES: Record<ConstructorForm, readonly string[]> = {
  key: [
    // OpenZeppelin 0.7.0 to 2.0.0 and 4.x, and its presets
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
    '0x0540d7f5ec7ecf317e68d48564934cb99259781b1ee3cedbbc37ec5337f8e688',
    '0x079a9a12fdfa0481e8d8d46599b90226cd7247b2667358bb00636dd864002314',
    '0x03013bf2edcf93ac575367eee41cd07bb50e809c78925817b61878db29826144',
    // Braavos base account, which every Braavos account is deployed as: 1.0.0, 1.2.0
    '0x013bfe114fb1cf405bfc3a7f8dbe2d91db146c17521d40dcf57e16d6b59fa8e6',
    '0x03d16c7a9a60b0593bd202f660a28c5d76e0403601d9ccc7e4fa253b6a70c201',
  ],
  'owner-guardian': [
    // Argent 0.3.0, the one between with transactions of version 3, 0.3.1
    '0x01a736d6ed154502257f02b1ccdf4d9d1089f80811cd6acad48e6b6a9d1f2003',
    '0x02fadbf77a721b94bdcc3032d86a8921661717fa55145bccf88160ee2a5efcd1',
    '0x029927c8af6bccf3f6fda035981e765a7bdbf18a2dc0d630494f8758aa908e2b',
  ],
  signers: [
    // Argent / Ready 0.4.0, 0.5.0
    '0x036078334509b514626504edc9fb252328d1a240e4e948bef8d0c08dff45927f',
    '0x073414441639dcd11d1846f287650a00c60c416b9d3ba45d31c651672125b2c2',
  ],
  'threshold-keys': [
    // Argent multisig 0.1.0, 0.1.1
    '0x0737ee2f87ce571a58c6c8da558ec18a07ceb64a6172d5ec46171fbc80077a48',
    '0x06e150953b26271a740bf2b6e9bca17cc52c68d765f761295de51ceb8526ee72',
  ],
  'threshold-signers': [
    // Argent / Ready multisig 0.2.0, 0.5.0
    '0x07aeca3456816e3b833506d7cc5c1313d371fbdb0ae95ee70af72a4ddbf42594',
    '0x04696d09aa2c697863ba977ae42c51ca0fd1435810fb690c82b50b56ab3f39df',
  ],
}

const forms = new Map(
  (Object.entries(CLASSES) as [ConstructorForm, readonly string[]][]).flatMap(([form, hashes]) =>
    hashes.map((hash) => [BigInt(hash), form] as const),
  ),
)

/** The Stark keys in an account's constructor, and how many of them must sign. */
export interface Quorum {
  /** The owner first, if there is an owner. */
  keys: readonly bigint[]
  threshold: number
  /** Whether any `threshold` of the keys is enough. */
  isShared: boolean
}

/** The signature of one key. */
export interface KeySignature {
  key: bigint
  r: bigint
  s: bigint
}

const all = (...keys: (bigint | undefined)[]): Quorum => {
  const named = keys.filter((key): key is bigint => !!key)
  return { keys: named, threshold: named.length, isShared: false }
}

/** Reads `[threshold, count, key …]`, with a leading 0 before each key when keys are enums. */
function readShared([threshold, count, ...rest]: readonly bigint[], width: 1 | 2): Quorum | null {
  if (!threshold || !count || threshold > count || BigInt(rest.length) !== count * BigInt(width)) return null
  const keys = rest.filter((_, index) => index % width === width - 1)
  const isStark = width === 1 || rest.every((value, index) => index % 2 === 1 || value === 0n)
  const isSound = isStark && keys.every(Boolean) && new Set(keys).size === keys.length
  return isSound ? { keys, threshold: Number(threshold), isShared: true } : null
}

/**
 * Finds out who must sign for an account of a known class.
 *
 * @returns null for an unknown class, and for a constructor with other kinds of keys
 */
export function readQuorum(classHash: bigint, calldata: readonly bigint[]): Quorum | null {
  const [first, second, third, fourth, fifth] = calldata
  switch (forms.get(classHash)) {
    case 'key':
      return calldata.length === 1 && first ? all(first) : null
    case 'owner-guardian':
      return calldata.length === 2 && first ? all(first, second) : null
    case 'signers':
      if (first !== 0n || !second) return null
      if (calldata.length === 3 && third === 1n) return all(second)
      return calldata.length === 5 && third === 0n && fourth === 0n && fifth ? all(second, fifth) : null
    case 'threshold-keys':
      return readShared(calldata, 1)
    case 'threshold-signers':
      return readShared(calldata, 2)
    default:
      return null
  }
}

/** Reads entries of a signature that each name their key: `key r s`, or `0 key r s`. */
function readNamed(entries: readonly bigint[], width: 3 | 4): KeySignature[] | null {
  if (entries.length % width !== 0) return null
  const found: KeySignature[] = []
  for (let at = 0; at < entries.length; at += width) {
    const [key, r, s] = entries.slice(at + width - 3, at + width) as [bigint, bigint, bigint]
    if (width === 4 && entries[at] !== 0n) return null
    found.push({ key, r, s })
  }
  return found
}

/**
 * Reads the signature of each key in the layouts of the known classes: `r s …`, one pair for each key in order;
 * Braavos's `1 r s`; Argent's `count (0 key r s) …`, and `(key r s) …` of its first multisig.
 *
 * @returns as many as must sign, of different keys of the account; or null
 */
export function readKeySignatures(signature: readonly bigint[], quorum: Quorum): KeySignature[] | null {
  const { keys, threshold, isShared } = quorum
  if (!isShared && signature.length === keys.length * 2) {
    return keys.map((key, index) => ({
      key,
      r: signature[index * 2] as bigint,
      s: signature[index * 2 + 1] as bigint,
    }))
  }
  if (!isShared && keys.length === 1 && signature.length === 3 && signature[0] === 1n) {
    return [{ key: keys[0] as bigint, r: signature[1] as bigint, s: signature[2] as bigint }]
  }
  const isCounted = signature.length === 1 + threshold * 4 && signature[0] === BigInt(threshold)
  const isBare = isShared && signature.length === threshold * 3
  if (!isCounted && !isBare) return null
  const named = isCounted ? readNamed(signature.slice(1), 4) : readNamed(signature, 3)
  if (!named) return null
  const signers = named.map(({ key }) => key)
  const isTheirs = isShared
    ? new Set(signers).size === threshold && signers.every((key) => keys.includes(key))
    : signers.every((key, index) => key === keys[index])
  return isTheirs ? named : null
}
