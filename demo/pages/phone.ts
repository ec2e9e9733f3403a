import { readNodes } from '../nodes.js'
import { type PhoneQuestion, startDemoPhone } from '../phone/phone.js'

/** A phone's wallet app, for visitors without one: it takes the text of a QR code. */
const find = <T extends HTMLElement>(id: string): T => document.querySelector(`#${id}`) as T
const form = find<HTMLFormElement>('pair')
const input = form.elements.namedItem('uri') as HTMLInputElement
const status = find('phone-status')
const request = find('request')
const sessions = find('sessions')
const say = (text: string) => {
  status.textContent = text
}

/** Shows a question until it is answered. */
const show = ({ title, place, text }: PhoneQuestion): Promise<boolean> =>
  new Promise((resolve) => {
    find('request-title').textContent = title
    find('request-place').textContent = place
    find('request-text').textContent = text
    request.hidden = false
    find('request-title').focus()
    const answer = (approved: boolean) => () => {
      request.hidden = true
      say(approved ? 'Approved.' : 'Rejected.')
      resolve(approved)
    }
    find('approve').onclick = answer(true)
    find('reject').onclick = answer(false)
  })

/** Only one question is open at a time. */
let last: Promise<unknown> = Promise.resolve()
function ask(question: PhoneQuestion): Promise<boolean> {
  const answer = last.then(() => show(question))
  last = answer
  return answer
}

const { relay = '' } = (document.querySelector('[data-relay]') as HTMLElement).dataset
const phone = await startDemoPhone(relay, readNodes(), ask)

/** Lists the connected sites, with a button that ends each session. */
function list(): void {
  sessions.replaceChildren(
    ...phone.sessions.map(({ topic, peer, namespaces }) => {
      const row = document.createElement('li')
      const words = document.createElement('p')
      const chains = document.createElement('small')
      const end = document.createElement('button')
      words.textContent = peer.metadata.name
      chains.textContent = Object.values(namespaces)
        .flatMap((granted) => granted.chains ?? [])
        .join(' ')
      end.type = 'button'
      end.className = 'quiet'
      end.textContent = 'End'
      end.onclick = async () => {
        end.disabled = true
        await phone.client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
        say('The session is over.')
        list()
      }
      words.append(chains)
      row.append(words, end)
      return row
    }),
  )
}

phone.client.on('session_delete', () => {
  say('The site has ended the session.')
  list()
})
form.onsubmit = (event) => {
  event.preventDefault()
  const uri = input.value.trim()
  input.value = ''
  say('Connecting…')
  phone.pair(uri).then(
    ({ peer }) => {
      say(`Connected to ${peer.metadata.name}.`)
      list()
    },
    (error) => say(error?.message ?? 'That did not work.'),
  )
}
say('Ready.')
