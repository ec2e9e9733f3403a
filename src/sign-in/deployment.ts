import type { Connection } from '../client/state.js'
import { readField } from '../errors/normalise.js'
import { NativePromise } from '../platform/natives.js'
import { within } from '../platform/time.js'
import { readFelt, toFeltHex } from '../protocol/felt.js'
import type { StarknetDeployment } from '../protocol/sign-in-proof.js'
import { readStarknetAddress } from '../protocol/starknet-address.js'

/** The longest constructor calldata that we pass on, in felts. */
const MAX_DEPLOYMENT_FELTS = 64

const readFelts = (value: unknown): string[] | null => {
  if (!Array.isArray(value) || value.length > MAX_DEPLOYMENT_FELTS) return null
  const felts = value.map(readFelt)
  return felts.includes(null) ? null : (felts as bigint[]).map(toFeltHex)
}

/** Reads a wallet's answer in our own spelling; undefined for anything that does not describe this account. */
function parseDeployment(answer: unknown, account: string): StarknetDeployment | undefined {
  const classHash = readFelt(readField(answer, 'class_hash'))
  const salt = readFelt(readField(answer, 'salt'))
  const calldata = readFelts(readField(answer, 'calldata'))
  const address = readField(answer, 'address')
  const isOther = address !== undefined && readStarknetAddress(address) !== account
  if (classHash === null || salt === null || !calldata || isOther) return undefined
  return {
    address: account,
    class_hash: toFeltHex(classHash),
    salt: toFeltHex(salt),
    calldata,
    version: readField(answer, 'version') === 0 ? 0 : 1,
  }
}

/**
 * Asks a Starknet wallet how its account will be deployed (wallet_deploymentData, Starknet wallet API), so that a
 * server can check the signature of an account that is not on the chain yet.
 *
 * @param patience longest wait, in ms
 * @returns undefined when the account is deployed, or the wallet does not know
 * @throws WalletError `popup_blocked`: the wallet needs another click for its window
 */
export async function readDeployment(
  { namespace, account, wallet }: Pick<Connection, 'namespace' | 'account' | 'wallet'>,
  patience: number,
): Promise<StarknetDeployment | undefined> {
  const provider = wallet.provider as { request?(call: { type: string }): unknown } | null
  if (namespace !== 'starknet' || typeof provider?.request !== 'function') return undefined
  const asked = new NativePromise<unknown>((resolve) =>
    resolve(provider.request?.({ type: 'wallet_deploymentData' })),
  ).catch((error) => {
    // Most wallets refuse a request that they do not know, which counts as no answer; a blocked window needs a click.
    if (readField(error, 'code') === 'popup_blocked') throw error
  })
  return parseDeployment(await within(asked, patience, () => undefined), account)
}
