/** How long entries are found by their grant, in ms, unless the entry itself has a lifetime: 14 days. */
const GRANT_LIFETIME = 14 * 24 * 60 * 60_000

/** Kinds of entries that end with their grant. */
const OF_GRANT = new Set([
  'AccessToken',
  'AuthorizationCode',
  'RefreshToken',
  'DeviceCode',
  'BackchannelAuthenticationRequest',
])

/**
 * Creates an adapter that stores oidc-provider's data in Keyv: in memory, Redis, Postgres, …
 *
 * @param {import('keyv').Keyv} store
 */
export function createAdapter(store) {
  return class KeyvAdapter {
    /** @param {string} name kind of entry, such as `Session` */
    constructor(name) {
      this.name = name
    }

    key(id) {
      return `${this.name}:${id}`
    }

    async upsert(id, payload, expiresIn) {
      const lifetime = expiresIn ? expiresIn * 1_000 : undefined
      await store.set(this.key(id), payload, lifetime)
      if (payload.uid) await store.set(`uid:${payload.uid}`, id, lifetime)
      if (payload.userCode) await store.set(`userCode:${payload.userCode}`, id, lifetime)
      if (payload.grantId && OF_GRANT.has(this.name)) {
        const name = `grant:${payload.grantId}`
        const keys = new Set((await store.get(name)) ?? [])
        await store.set(name, [...keys.add(this.key(id))], GRANT_LIFETIME)
      }
    }

    async find(id) {
      return store.get(this.key(id))
    }

    async findByUid(uid) {
      const id = await store.get(`uid:${uid}`)
      return id && this.find(id)
    }

    async findByUserCode(code) {
      const id = await store.get(`userCode:${code}`)
      return id && this.find(id)
    }

    async consume(id) {
      const payload = await this.find(id)
      if (!payload) return
      const lifetime = payload.exp ? payload.exp * 1_000 - Date.now() : undefined
      await store.set(this.key(id), { ...payload, consumed: Math.floor(Date.now() / 1_000) }, lifetime)
    }

    async destroy(id) {
      await store.delete(this.key(id))
    }

    async revokeByGrantId(grantId) {
      const keys = (await store.get(`grant:${grantId}`)) ?? []
      await Promise.all([...keys, `grant:${grantId}`].map((key) => store.delete(key)))
    }
  }
}
