import { namespaceOf } from '../chains/caip2.js'
import type { SignInResult, SignInSession } from '../protocol/sign-in-proof.js'
import type { SignInContext } from './context.js'
import type { Store } from './store.js'

/** How sessions are kept. */
export interface SessionSettings {
  /** The cookie's name. */
  cookie: string
  /** In ms. */
  lifetime: number
  /** Send the cookie over https only. */
  secure: boolean
  /** `Lax`, or `None` where pages of other sites use this server. */
  sameSite: 'Lax' | 'Strict' | 'None'
}

/** Sessions behind an opaque id in a cookie that scripts cannot read. */
export interface Sessions {
  /** The id a visitor is known by before signing in; a new one is set where there is none. Null without cookies. */
  visitor(context: SignInContext): string | null
  read(context: SignInContext): Promise<SignInSession | null>
  /** Begins a session under a new id, and ends the one before. */
  begin(context: SignInContext, result: SignInResult): Promise<void>
  end(context: SignInContext): Promise<void>
}

const isId = (text: string | undefined): text is string => !!text && /^[0-9a-f]{64}$/.test(text)

function createId(): string {
  let id = ''
  for (const byte of crypto.getRandomValues(new Uint8Array(32))) id += byte.toString(16).padStart(2, '0')
  return id
}

export function createSessions(store: Store, settings: SessionSettings): Sessions {
  const key = (id: string) => `session:${id}`

  function readId({ signInRequest: request }: SignInContext): string | null {
    if (!request) return null
    if (request.connection.session) return request.connection.session
    for (const part of (request.header('cookie') ?? '').split(';')) {
      const [name, value] = part.trim().split('=')
      if (name === settings.cookie && isId(value)) return value
    }
    return null
  }

  function setId({ signInRequest: request }: SignInContext, id: string): void {
    if (!request) return
    request.connection.session = id || undefined
    const attributes = `Path=/; HttpOnly; SameSite=${settings.sameSite}${settings.secure ? '; Secure' : ''}`
    const age = id ? Math.floor(settings.lifetime / 1_000) : 0
    request.setCookie?.(`${settings.cookie}=${id}; Max-Age=${age}; ${attributes}`)
  }

  return {
    visitor(context) {
      const known = readId(context)
      if (known || !context.signInRequest?.canKeep) return known
      const id = createId()
      setId(context, id)
      return id
    },
    async read(context) {
      const id = readId(context)
      const value = id && (await store.read(key(id)))
      return value ? (JSON.parse(value) as SignInSession) : null
    },
    async begin(context, { address, chainId }) {
      const before = readId(context)
      const id = createId()
      const session: SignInSession = { address, chainId, namespace: namespaceOf(chainId) }
      await store.write(key(id), JSON.stringify(session), settings.lifetime)
      setId(context, id)
      if (before) await store.remove(key(before)).catch(() => {})
    },
    async end(context) {
      const id = readId(context)
      if (!id) return
      setId(context, '')
      await store.remove(key(id))
    },
  }
}
