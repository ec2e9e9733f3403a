import { readNodes } from '../nodes.js'
import { startDemoPhone } from '../phone/phone.js'

/** A wallet app on a phone, for those who have none at hand: it takes the address that a QR code holds. */
const find = <T extends HTMLElement>(id: string): T => document.querySelector(`#${id}`) as T
const form = find<HTMLFormElement>('pair')
const status = find('phone-status')
const request = find('request')
const say = (text: string) => {
  status.textContent = text
}

function ask(title: string, text: string): Promise<boolean> {
  find('request-title').textContent = title
  find('request-text').textContent = text
  request.hidden = false
  return new Promise((resolve) => {
    const answer = (approved: boolean) => () => {
      request.hidden = true
      resolve(approved)
    }
    find('approve').onclick = answer(true)
    find('reject').onclick = answer(false)
  })
}

const relayUrl = document.body.querySelector<HTMLElement>('[data-relay]')?.dataset.relay ?? ''
const phone = await startDemoPhone(relayUrl, readNodes(), ask)
phone.client.on('session_delete', () => say('The site has ended the session.'))
form.onsubmit = (event) => {
  event.preventDefault()
  say('Connecting…')
  phone.pair(new FormData(form).get('uri') as string).then(
    ({ peer }) => say(`Connected to ${peer.metadata.name}.`),
    (error) => say(error?.message ?? 'That did not work.'),
  )
}
find('end').onclick = () => void phone.disconnect().then(() => say('The session is over.'))
say('Ready.')
