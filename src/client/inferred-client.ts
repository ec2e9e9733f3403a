import type { Eip1193Provider, StarknetProvider } from '../connectors/provider.js'
import type { Namespace } from '../protocol/caip2.js'
import type { ConnectOptions, ConnectResult, SignOptions, WalletClient } from './wallet-client.js'

/** The words of a text. */
type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : Text

/** The namespace of a chain; any, where the id is not written in the usual way. */
type NamespaceOf<Id extends string> = Id extends `${string}${',' | '\n' | '\t'}${string}`
  ? Namespace
  : Id extends `eip155:${string}`
    ? 'eip155'
    : Id extends `starknet:${string}`
      ? 'starknet'
      : Namespace

/** The namespaces of chains as the configuration takes them. */
export type NamespacesOf<Chains extends string | readonly string[]> =
  Chains extends readonly (infer Id extends string)[]
    ? NamespaceOf<Id>
    : Chains extends string
      ? NamespaceOf<Words<Chains>>
      : never

/** A hex string on EVM chains, the parts of a signature on Starknet. */
type SignatureOf<Of extends Namespace> = Of extends 'eip155' ? string : string[]

/** The provider of a connector for these chains: an EVM wallet's, or a Starknet wallet's. */
type ProviderOf<Of extends Namespace> = Of extends 'eip155' ? Eip1193Provider : StarknetProvider

/**
 * A client whose chains are known by type: without Starknet chains a signature is a text and each provider an EVM wallet's,
 * without EVM chains a list and a Starknet wallet's. It is true until {@link WalletClient.configure} changes the chains.
 */
export type InferredClient<Of extends Namespace> = {
  connect(options?: ConnectOptions): Promise<ConnectResult<ProviderOf<Of>>>
  getProvider(): ProviderOf<Of> | null
  signMessage(message: string, options?: SignOptions): Promise<SignatureOf<Of>>
  signTypedData(typedData: unknown, options?: SignOptions): Promise<SignatureOf<Of>>
} & WalletClient
