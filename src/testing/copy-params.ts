/** Copies the params of a request, so that nobody changes the copy later. What cannot be copied stays what it is. */
export function copyParams(params: unknown): unknown {
  try {
    return structuredClone(params)
  } catch {
    return params
  }
}
