import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe } from 'vitest'
import { useRelay } from '../chain/relay/bench.js'
import {
  ACCOUNT,
  type CreateLibrary,
  type Library,
  RECEIVER,
  sendBatch,
  TYPED,
  testConformance,
  toAdded,
} from '../chain/relay/conformance.js'
import { installBeside } from './pack.js'

/** Its licence is the LGPL, so it is installed beside the project. */
const WEB3 = 'web3@4.16.0'

/** Types that web3.js wants in the message, as nodes and wallets read it. */
const TYPED_WITH_DOMAIN = {
  ...TYPED,
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    ...TYPED.types,
  },
}

let Web3: any

const LIBRARIES: Record<string, CreateLibrary> = {
  async 'web3.js 4'(provider, url): Promise<Library> {
    Web3 ??= createRequire(join(installBeside('web3', WEB3), 'package.json'))('web3').Web3
    const web3 = new Web3(provider)
    const { verifyMessage, verifyTypedData } = await import('ethers')
    const ask = (method: string, params: unknown[] = []) => web3.requestManager.send({ method, params })
    return {
      connect: () => web3.eth.requestAccounts(),
      sign: async () => verifyMessage('Hello', await web3.eth.personal.sign('Hello', ACCOUNT, '')),
      async signTyped() {
        const signature = await web3.eth.signTypedData(ACCOUNT, TYPED_WITH_DOMAIN)
        return verifyTypedData(TYPED.domain, TYPED.types, TYPED.message, signature)
      },
      send: async () =>
        (await web3.eth.sendTransaction({ from: ACCOUNT, to: RECEIVER, value: '3' })).transactionHash,
      switchTo: (id) => ask('wallet_switchEthereumChain', [{ chainId: toAdded(id, url).chainId }]),
      add: (id) => ask('wallet_addEthereumChain', [toAdded(id, url)]),
      batch: () => sendBatch(ask),
      read: () => web3.eth.getBalance(ACCOUNT),
      ask,
      // It passes our errors on.
      words: {
        refused: /^4001$/,
        unknown: /^(?:4200|-32601)$/,
        ended: /^(?:4100|4900)$/,
        down: /^(?:4901|-32603)$/,
      },
    }
  },
}

describe('web3.js from its package (EW25)', () => testConformance(useRelay(), LIBRARIES))
