// Nonces and sessions in Deno KV, for `nonceStore` and `sessionStore`:
//
//   const kv = await Deno.openKv() // deno run --unstable-kv …
//   const nonceStore = createDenoStore(kv, 'nonces')

// Processes that share a local database take turns: a step that finds it locked has changed nothing, and is tried again.
async function inTurn(step) {
  for (let pause = 10; ; pause *= 2) {
    try {
      return await step()
    } catch (error) {
      if (pause > 1_000 || !/database is locked/.test(error?.message)) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

export function createDenoStore(kv, name) {
  const keyOf = (key) => ['wallet-sign-in', name, key]
  const ends = (ttl) => ({ expireIn: ttl })
  return {
    get: (key) => inTurn(async () => (await kv.get(keyOf(key))).value),
    set: (key, value, ttl) => inTurn(() => kv.set(keyOf(key), value, ends(ttl))),
    // A commit with a check succeeds for one caller: the entry must still be what this caller has read.
    delete: (key) =>
      inTurn(async () => {
        const entry = await kv.get(keyOf(key))
        if (entry.versionstamp === null) return false
        return (await kv.atomic().check(entry).delete(entry.key).commit()).ok
      }),
    add: (key, value, ttl) =>
      inTurn(async () => {
        const missing = { key: keyOf(key), versionstamp: null }
        return (await kv.atomic().check(missing).set(missing.key, value, ends(ttl)).commit()).ok
      }),
  }
}
