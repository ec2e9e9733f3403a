/**
 * Takes the name apart of the one wallet that names itself with its former name. From another it would be its own claim in our words.
 *
 * @returns the name as it is now, and the former one
 */
export function readFormer(name: string): [now: string, before?: string | undefined] {
  const [, now = name, before] = /^(Ready(?: Mobile)?)(?: Wallet)? \(formerly (Argent)\)$/.exec(name) ?? []
  return [now, before]
}
