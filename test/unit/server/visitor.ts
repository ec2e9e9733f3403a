import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { formatSignInMessage, type SignInMessage } from '../../../src/protocol/siwe/message.js'
import type { SignIn } from '../../../src/server/sign-in.js'

/** Creates a visitor with a key, whose wallet signs everything. */
export function createVisitor() {
  const account = privateKeyToAccount(generatePrivateKey())
  return {
    address: account.address,
    sign: (message: string) => account.signMessage({ message }),
    account,
  }
}

export type Visitor = ReturnType<typeof createVisitor>

/** Writes the message that a page of shop.example would have signed, with the changes of a case. */
export function writeMessage(nonce: string, address: string, change: Partial<SignInMessage> = {}): string {
  return formatSignInMessage({
    domain: 'shop.example',
    address,
    uri: 'https://shop.example/login',
    version: '1',
    chainId: 1,
    nonce,
    issuedAt: new Date().toISOString(),
    ...change,
  })
}

/** Does a whole sign-in: nonce, message, signature, proof. */
export async function prove(signIn: SignIn, visitor: Visitor, change: Partial<SignInMessage> = {}) {
  return proveNonce((await signIn.issueNonce()).nonce, visitor, change)
}

/** Signs the message with a nonce, and creates the proof that the page sends. */
export async function proveNonce(nonce: string, visitor: Visitor, change: Partial<SignInMessage> = {}) {
  const message = writeMessage(nonce, visitor.address, change)
  return {
    namespace: 'eip155' as const,
    chainId: `eip155:${change.chainId ?? 1}`,
    address: visitor.address as string,
    message,
    signature: (await visitor.sign(message)) as string,
  }
}

/** The code that a promise rejects with, or `resolved`. */
export const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'resolved',
    (error) => error.code,
  )
