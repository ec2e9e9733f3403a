import { nameChain } from '../../chains/networks.js'
import { isSigningIn } from '../../client/sign-in-state.js'
import type { WalletState } from '../../client/state.js'
import type { WalletClient } from '../../client/wallet-client.js'
import { keepTransactions } from '../account/sent-transactions.js'
import { shortenAddress } from '../account/short-address.js'
import { english } from '../account-menu/english.js'
import type { LoadedTexts } from '../i18n/texts.js'

/** A button that can announce what has happened to assistive technology. */
export interface Speaker {
  element: HTMLElement
  texts: LoadedTexts
  say(text: string): void
}

interface Newsroom {
  speakers: Set<Speaker>
  stop(): void
}

const rooms = new WeakMap<WalletClient, Newsroom>()

/** Describes in sentences how the connections changed between two states. */
function listNews(before: WalletState, now: WalletState, client: WalletClient, words: LoadedTexts): string[] {
  const texts = { ...english, ...words }
  const { networks } = client.getConfig()
  const news = before.connections
    .filter((old) => !now.connections.some(({ namespace }) => namespace === old.namespace))
    .map(({ wallet }) => texts.nowDisconnected.replace('{0}', () => wallet.name))
  for (const { namespace, walletId, wallet, account, chainId, name } of now.connections) {
    const old = before.connections.find((one) => one.namespace === namespace)
    if (old?.walletId !== walletId) news.push(texts.nowConnected.replace('{0}', () => wallet.name))
    else {
      if (old.account !== account) news.push(name ?? shortenAddress(account))
      if (old.chainId !== chainId) news.push(texts.nowOn.replace('{0}', () => nameChain(chainId, networks)))
    }
  }
  return news
}

/** Follows a client, and announces each change once, however many buttons it has. */
function openRoom(client: WalletClient, start: WalletState): Newsroom {
  const speakers = new Set<Speaker>()
  let before = start
  let waiting: string[] = []
  const follow = () => {
    const now = client.getState()
    const [first] = speakers
    const speaker = [...speakers].find(({ element }) => element.matches(':focus-within, :focus')) ?? first
    if (!speaker) return
    waiting.push(...listNews(before, now, client, speaker.texts))
    // The open dialog announces the end itself.
    if (isSigningIn(before.auth) && now.auth.status === 'signed-in' && !before.open)
      waiting.push(speaker.texts.signedIn)
    before = now
    // Screen readers read nothing outside of an open dialog.
    if (now.open || !waiting.length) return
    speaker.say(waiting.join('. '))
    waiting = []
  }
  const stop = client.subscribe(follow)
  queueMicrotask(follow)
  return { speakers, stop }
}

/**
 * Keeps the client's transactions, and announces changes through the focused button, else through the first.
 *
 * @param start the state that the button began with
 * @returns the way to stop
 */
export function tellNews(client: WalletClient, start: WalletState, speaker: Speaker): () => void {
  keepTransactions(client)
  const room = rooms.get(client) ?? openRoom(client, start)
  rooms.set(client, room)
  room.speakers.add(speaker)
  return () => {
    room.speakers.delete(speaker)
    if (room.speakers.size) return
    room.stop()
    rooms.delete(client)
  }
}
