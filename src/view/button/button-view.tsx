import type { ReactNode } from 'react'
import { isSigningIn } from '../../client/sign-in-state.js'
import { isOnWrongNetwork, type WalletState } from '../../client/state.js'
import { FAILED_LABEL } from '../../element/face/labels.js'
import type { ButtonProps } from '../../element/view-contract.js'
import type { Language } from '../i18n/languages.js'
import { ConnectedFace, type ConnectedFaceProps } from './connected-face.js'

/** What the button is drawn from: the element's attributes, and a part of the client's state. */
export interface ButtonViewProps extends Pick<ConnectedFaceProps, 'networks' | 'auth' | 'isBusy' | 'amount'> {
  props: ButtonProps
  /** The active connection. */
  connection: ConnectedFaceProps['connection'] | null
  /** The page's chains. */
  chains: WalletState['chains']
  isConnecting: boolean
  /** The menu or the list is open. */
  isExpanded: boolean
  /** A part that the visitor waited for could not be loaded. */
  hasFailed: boolean
  language: Language
  /** References and listeners, which React sets on the wrapper and on the button. */
  wrapper?: object
  button?: object
  /** What stands beside the button: its status region and its menu. */
  children?: ReactNode
}

/** The active connection of a state. */
export const selectConnection = ({ connections, active }: WalletState) =>
  connections.find(({ namespace }) => namespace === active) ?? null

/**
 * The button, idle, connecting, connected and failed. It calls no hook, so that it is drawn with React and without: `draw`
 * makes the same nodes, and React takes them over.
 */
export function ButtonView({
  props,
  connection,
  chains,
  isConnecting,
  isExpanded,
  hasFailed,
  language: { texts, lang },
  wrapper,
  button,
  children,
  ...face
}: ButtonViewProps) {
  const isWrong = !!connection && isOnWrongNetwork(connection, chains)
  const isSigning = !!connection && !!face.auth && isSigningIn(face.auth)
  const { tryAgain } = texts
  const label = hasFailed ? (tryAgain ?? FAILED_LABEL) : props.label
  const labelLang = hasFailed ? (tryAgain ? lang : 'en') : props.lang
  return (
    <div
      data-size={props.size}
      data-theme={props.theme}
      lang={labelLang}
      role={hasFailed || props.failed ? 'alert' : undefined}
      dir={props.dir}
      data-connected={connection ? '' : undefined}
      data-wrong={isWrong ? '' : undefined}
      {...wrapper}
    >
      <button
        part="button"
        type="button"
        aria-haspopup={connection && !isSigning ? 'menu' : 'dialog'}
        aria-expanded={isExpanded}
        disabled={props.disabled}
        {...button}
      >
        {connection && !hasFailed ? (
          <ConnectedFace {...face} connection={connection} isWrong={isWrong} texts={texts} />
        ) : (
          [
            <span key={0} part={props.busy || isConnecting ? 'spinner' : 'icon'} />,
            <span key={1} part="label" data-idle={isConnecting ? label : undefined}>
              {isConnecting ? texts.connecting : label}
            </span>,
          ]
        )}
      </button>
      {children}
    </div>
  )
}
