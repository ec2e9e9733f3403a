import { isSameStarknetChain } from '../../chains/starknet-networks.js'
import type { WalletErrorCode } from '../../errors/catalogue.js'
import { readField } from '../../errors/normalise.js'
import { UserRejectedRequestError, WalletError } from '../../errors/wallet-error.js'
import { readAddress } from '../../platform/environment.js'
import { within } from '../../platform/time.js'
import { type ChainId, parseChainId } from '../../protocol/caip2.js'
import { findUnknownField } from '../../protocol/known-fields.js'
import { parseStarknetSignature, readTransactionHash } from '../../protocol/starknet-answers.js'
import {
  chooseMessageDomain,
  createLongMessageTypedData,
  createMessageTypedData,
  isLongMessage,
} from '../../protocol/starknet-message.js'
import { FELT_OPTIONS, parseCalls, parseExecuteOptions } from '../../protocol/starknet-transaction.js'
import { parseTypedData } from '../../protocol/starknet-typed-data.js'
import type { WalletSession } from '../connector.js'
import { UNWATCHED } from '../progress.js'
import type { RequestProgress } from '../requests.js'
import type { RequestMethod } from '../session.js'
import { parseAssetParams } from './asset-params.js'
import { parseChainParams } from './chain-params.js'
import { askInWindow, queuePrompt } from './prompts.js'
import type { SessionContext } from './session-context.js'
import { checkSwitchTarget, switchStarknetChain } from './switch-chain.js'
import { hasGivenUp, lookAtChain, openWallet, reopenWallet } from './unlock.js'
import { toStarknetError } from './wallet-errors.js'

/** Longest check whether a refusal came from a locked wallet, in ms. */
const LOCK_TIMEOUT = 500

let warnedOfOptions = false

/** The chain that calls are for, if the page names it. @throws WalletError `request_invalid`, also for an unknown option */
function readWanted(options: unknown): ChainId | null {
  const unknown = findUnknownField(options ?? {}, [...FELT_OPTIONS, 'chainId'])
  if (unknown !== null)
    throw new WalletError('request_invalid', {
      message: `execute: options.${unknown} is not an option on Starknet`,
    })
  const chainId = readField(options, 'chainId')
  return chainId === undefined || chainId === null ? null : parseChainId(chainId)
}

/** The specification's rule for a missing address: log it, and return undefined. */
export function logMissingAddress(): undefined {
  console.error('Could not fetch wallet address')
}

type Prompt = <T>(
  fallback: WalletErrorCode,
  progress: RequestProgress | undefined,
  /** Asks the wallet, by `send` of its argument. */
  action: (progress: RequestProgress) => Promise<T>,
  /** Rejects when account or chain have changed by the time the wallet is unlocked. */
  check?: () => Promise<void>,
) => Promise<T>

/** Creates what runs one prompt at a time. A refusal by a locked wallet does not count as the visitor's refusal. */
function createPrompt(context: SessionContext): Prompt {
  const { wallet, dialect, signal, isExtension, lastUse, focus } = context

  /** Sends one request to an unlocked wallet, and repeats it once if the wallet has locked itself meanwhile. */
  const askUnlocked = async <T>(
    progress: RequestProgress,
    action: (progress: RequestProgress) => Promise<T>,
    check: () => Promise<void>,
  ): Promise<T> => {
    const ask = () => action(progress)
    if (!isExtension) {
      await check()
      return ask()
    }
    await openWallet(context, progress)
    await check()
    try {
      return await askInWindow(context, progress, ask)
    } catch (error) {
      if (!hasGivenUp(error)) throw error
      await reopenWallet(context, progress, error)
      await check()
      return askInWindow(context, progress, ask)
    }
  }

  return async (fallback, progress, action, check = async () => {}) => {
    context.checkPresence()
    try {
      const input = { wallet, signal, progress, takesMore: isExtension, lastUse, onWait: focus }
      return await queuePrompt(input, () => askUnlocked(progress ?? UNWATCHED, action, check))
    } catch (cause) {
      const error = toStarknetError(cause, fallback)
      if (error.code !== 'user_rejected' || signal.aborted) throw error
      const locked = await within(
        dialect.isLocked().catch(() => false),
        LOCK_TIMEOUT,
        () => false,
      )
      throw locked ? new WalletError('wallet_locked', { cause }) : error
    }
  }
}

/** A request is answered with the account and on the chain that it began with, or it fails. */
function sameAccount(context: SessionContext): () => Promise<void> {
  const [account, chainId] = [context.account(), context.chainId()]
  return async () => {
    if ((await lookAtChain(context)) !== chainId) throw new WalletError('chain_mismatch')
    if (context.account() !== account) throw new WalletError('account_mismatch')
  }
}

async function sign(
  context: SessionContext,
  prompt: Prompt,
  typedData: unknown,
  progress: RequestProgress | undefined,
): Promise<string[]> {
  const parsed = parseTypedData(typedData, context.chainId())
  // Argent X compares the revision with a text and refuses the number. Both have the same hash.
  if (parsed.domain.revision === 1) parsed.domain.revision = '1'
  return prompt(
    'sign_failed',
    progress,
    ({ send }) =>
      send(async () => parseStarknetSignature(await context.dialect.signTypedData(parsed, progress))),
    sameAccount(context),
  )
}

async function execute(
  context: SessionContext,
  prompt: Prompt,
  calls: unknown,
  options: unknown,
  progress: RequestProgress | undefined,
) {
  const { dialect } = context
  const parsed = parseCalls(calls)
  const details = parseExecuteOptions(options)
  const wanted = readWanted(options)
  if (wanted && !isSameStarknetChain(wanted, context.chainId())) throw new WalletError('chain_mismatch')
  if (!dialect.takesOptions && Object.keys(details).length > 0 && !warnedOfOptions) {
    warnedOfOptions = true
    console.warn(
      'wallet-connect-button: this wallet sets nonce, maxFee and version itself; they are not passed on',
    )
  }
  const run = async () => {
    const transactionHash = readTransactionHash(await dialect.execute(parsed, details, progress))
    if (!transactionHash) throw new WalletError('execute_failed')
    return { transactionHash }
  }
  return prompt('execute_failed', progress, ({ send }) => send(run), sameAccount(context))
}

/** A wallet may answer with false in the place of a refusal. */
async function accept(answering: Promise<unknown>): Promise<void> {
  if ((await answering) === false) throw new UserRejectedRequestError()
}

/** Checks of the arguments, which need no wallet. */
const CHECKS: Partial<
  Record<RequestMethod, (context: SessionContext, params: never, options?: unknown) => unknown>
> = {
  execute: (_, calls, options) => [parseCalls(calls), parseExecuteOptions(options), readWanted(options)],
  addChain: (_, params) => parseChainParams(params),
  watchAsset: (_, params) => parseAssetParams(params),
  signTypedData(context, typedData) {
    try {
      parseTypedData(typedData, context.chainId())
    } catch (error) {
      // A request before this one may bring the wallet to that chain.
      if (!(error instanceof WalletError && error.code === 'chain_mismatch')) throw error
    }
  },
}

/** Creates the requests of a connected wallet that prompts its visitor, one prompt at a time. */
export function createStarknetRequests(
  context: SessionContext,
): Required<
  Pick<
    WalletSession,
    | 'tellsSending'
    | 'check'
    | 'signMessage'
    | 'signTypedData'
    | 'execute'
    | 'switchChain'
    | 'addChain'
    | 'watchAsset'
  >
> {
  const { dialect, feed } = context
  const prompt = createPrompt(context)
  return {
    tellsSending: true,
    check: (method, [params, options]) => CHECKS[method]?.(context, params as never, options),
    async signMessage(message, progress) {
      if (feed.ended) return logMissingAddress() as never
      const domain = chooseMessageDomain(context.appName, readAddress().hostname)
      const create = isLongMessage(message) ? createLongMessageTypedData : createMessageTypedData
      const typedData = create({ message, domain, chainId: context.chainId() })
      return sign(context, prompt, typedData, progress)
    },
    async signTypedData(typedData, progress) {
      if (feed.ended) return logMissingAddress() as never
      return sign(context, prompt, typedData, progress)
    },
    execute: (calls, options, progress) => execute(context, prompt, calls, options, progress),
    async switchChain(target, config, progress) {
      const isShown = isSameStarknetChain(target, context.chainId())
      // A wallet may have moved without an event.
      if (isShown && isSameStarknetChain(target, await lookAtChain(context))) return
      const wanted = checkSwitchTarget(target, config)
      await switchStarknetChain(context, wanted, progress, (action) =>
        prompt('network_switching_not_supported', progress, action),
      )
    },
    async addChain(params, progress) {
      const parsed = parseChainParams(params)
      await prompt('wallet_failed', progress, ({ send }) => send(() => accept(dialect.addChain(parsed))))
    },
    async watchAsset(params, progress) {
      const parsed = parseAssetParams(params)
      await prompt('wallet_failed', progress, ({ send }) => send(() => accept(dialect.watchAsset(parsed))))
    },
  }
}
