import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import type { ApiError } from '../../../src/api/api-error.js'

/** What the server does with a request. */
export type Reply =
  | { status?: number; json?: unknown; text?: string; headers?: Record<string, string> }
  | ((request: IncomingMessage, response: ServerResponse) => void)

/** A request as the server received it. */
export interface SeenRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

/** Starts a server that gives any answer, over real HTTP. */
export async function startServer(reply: (request: SeenRequest) => Reply) {
  const requests: SeenRequest[] = []
  let closed = 0
  const server = createServer((request, response) => {
    let body = ''
    response.on('close', () => {
      if (!response.writableFinished) closed++
    })
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const seen = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
      requests.push(seen)
      const answer = reply(seen)
      if (typeof answer === 'function') return answer(request, response)
      const text = answer.text ?? JSON.stringify(answer.json)
      const type = answer.text === undefined ? 'application/json' : 'text/html'
      response.writeHead(answer.status ?? 200, { 'content-type': type, ...answer.headers })
      response.end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/trpc`,
    requests,
    /** How many answers the other side has cut off. */
    get abandoned() {
      return closed
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** An error as tRPC's servers send it. */
export const errorOf = (code: string, httpStatus: number, number = -32603, data: object = {}) => ({
  error: {
    message: `Internal: ${code}`,
    code: number,
    data: { code, httpStatus, path: 'signIn.session', ...data },
  },
})

export const resultOf = (data: unknown) => ({ result: { data } })

/** A proof whose words must not be in an error. */
export const PROOF = {
  namespace: 'eip155',
  chainId: 'eip155:1',
  address: '0x',
  message: 'secret message',
  signature: '0xsecret',
} as const

/** The error that a call fails with. */
export const caught = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => expect.unreachable(),
    (error) => error,
  )
