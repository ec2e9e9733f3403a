/** Calls a procedure. @param path its name with dots, without the verb */
export type Verb = (path: string, input: unknown, options: never) => unknown

/**
 * Creates an object with procedures as its properties: `client.a.b.query(input)` calls the verb `query` for `a.b`.
 *
 * @param own the object's other members, by name
 * @throws TypeError when the last name of a call is no verb
 */
export function createProcedurePath(verbs: Record<string, Verb>, own: object, path = ''): unknown {
  return new Proxy(() => {}, {
    get(_, key) {
      // Code that awaits or prints the client must not take it for a promise.
      if (typeof key !== 'string' || key === 'then' || key === 'toJSON') return undefined
      if (path === '' && Object.hasOwn(own, key)) return Reflect.get(own, key)
      return createProcedurePath(verbs, own, path ? `${path}.${key}` : key)
    },
    apply(_, __, [input, given]) {
      const end = path.lastIndexOf('.')
      const verb = verbs[path.slice(end + 1)]
      const procedure = path.slice(0, Math.max(end, 0))
      if (!verb || !procedure)
        throw new TypeError(`${path} is no procedure: end it with query, mutate or subscribe`)
      return verb(procedure, input, given as never)
    },
  })
}
