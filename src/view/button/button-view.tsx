import type { ReactNode } from 'react'
import { isSigningIn } from '../../client/sign-in-state.js'
import { isOnWrongNetwork, type WalletState } from '../../client/state.js'
import { describeButton } from '../../element/face/button-parts.js'
import { FAILED_LABEL } from '../../element/face/labels.js'
import type { ButtonProps } from '../../element/view-contract.js'
import type { Language } from '../i18n/languages.js'
import { toReact } from '../react-tree.js'
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
  const [, attributes, [[, buttonAttributes, [sign, label]]]] = describeButton({
    ...props,
    expanded: `${isExpanded}`,
    busy: props.busy || isConnecting,
    ...(hasFailed && {
      failed: true,
      label: texts.tryAgain ?? FAILED_LABEL,
      lang: texts.tryAgain ? lang : 'en',
    }),
  })
  return (
    <div
      {...attributes}
      dir={props.dir}
      data-connected={connection ? '' : undefined}
      data-wrong={isWrong ? '' : undefined}
      {...wrapper}
    >
      <button
        type="button"
        {...buttonAttributes}
        aria-haspopup={connection && !isSigning ? 'menu' : 'dialog'}
        {...button}
      >
        {connection && !hasFailed ? (
          <ConnectedFace {...face} connection={connection} isWrong={isWrong} texts={texts} />
        ) : (
          [
            toReact(sign, 0),
            isConnecting ? (
              <span key={1} part="label" data-idle={props.label}>
                {texts.connecting}
              </span>
            ) : (
              toReact(label, 1)
            ),
          ]
        )}
      </button>
      {children}
    </div>
  )
}
