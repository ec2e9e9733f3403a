/** An attack on one surface of the server: what is sent, and what must come out of it. */
export interface SurfaceAttack {
  surface: string
  /** What the attacker sends, in words. */
  name: string
  /** What must come out: `resolved`, the code of a refusal, or words of the row. */
  out: string
  /** Sends it, and says what came out. */
  send(): Promise<string>
}

/** Creates the rows of one surface. */
export const rowsOf =
  (surface: string) =>
  (name: string, out: string, send: () => Promise<string>): SurfaceAttack => ({ surface, name, out, send })

/** Counts texts: `19 nonce_used, 1 resolved`. */
export function count(texts: readonly string[]): string {
  const names = [...new Set(texts)].sort()
  return names.map((name) => `${texts.filter((text) => text === name).length} ${name}`).join(', ')
}
