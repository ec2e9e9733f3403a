import { RpcProvider, typedData } from 'starknet'
import { createPublicClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

const ROUNDS = 120
const EVM = 'eip155:31337'
const STARKNET = 'starknet:SN_MAIN'

/**
 * Contract accounts of both kinds, each asked at a node of this machine: by us, by viem and by starknet.js, over the same proofs.
 *
 * @returns rows of two tables, and a function that ends the nodes
 */
export async function compareAccounts(
  { createSignIn, formatSignInMessage, createStarknetSignIn },
  tools,
  compare,
) {
  const [anvil, node] = await Promise.all([tools.startAnvil({ chainId: 31_337 }), tools.startStarknetNode()])
  const signIn = createSignIn({
    domain: 'shop.example',
    chains: [EVM, STARKNET],
    rpc: { [EVM]: anvil.url, [STARKNET]: node.url },
  })

  const owner = privateKeyToAccount(generatePrivateKey())
  const { address } = privateKeyToAccount(generatePrivateKey())
  await anvil.request('anvil_setCode', [address, tools.accountCode(owner.address)])
  async function proveContract() {
    const { nonce, domain } = await signIn.issueNonce()
    const fields = { domain, address, uri: 'https://shop.example/', version: '1', chainId: 31_337, nonce }
    const message = formatSignInMessage({ ...fields, issuedAt: new Date().toISOString() })
    const signature = await owner.signMessage({ message })
    return { namespace: 'eip155', chainId: EVM, address, message, signature }
  }

  const account = tools.createScriptedAccount('0x1a2b3c4d5e6f7081')
  node.chain.deploy(account)
  async function proveStarknet() {
    const { nonce, domain } = await signIn.issueNonce()
    const message = createStarknetSignIn({ domain, chainId: STARKNET, message: nonce })
    const signature = account.sign(BigInt(typedData.getMessageHash(message, account.address)))
    return { namespace: 'starknet', chainId: STARKNET, address: account.address, message, signature }
  }

  const prove = async (one) => {
    const proofs = []
    for (let round = 0; round < ROUNDS; round++) proofs.push(await one())
    return proofs
  }
  const client = createPublicClient({ transport: http(anvil.url) })
  const provider = new RpcProvider({ nodeUrl: node.url })
  const hold = async (verdict) => {
    if (!(await verdict)) throw new Error('a good proof was refused')
  }
  const contracts = await compare(
    {
      'wallet-connect-button': (proof) => signIn.verify(proof),
      'viem verifyMessage': (proof) => hold(client.verifyMessage(proof)),
    },
    await prove(proveContract),
  )
  const starknet = await compare(
    {
      'wallet-connect-button': (proof) => signIn.verify(proof),
      'starknet.js verifyMessageInStarknet': ({ message, signature }) =>
        hold(provider.verifyMessageInStarknet(message, signature, account.address)),
    },
    await prove(proveStarknet),
  )
  await Promise.all([anvil.stop(), node.close()])
  return { contracts, starknet }
}
