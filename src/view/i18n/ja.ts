import type { Texts } from './texts.js'

/** Japanese. */
export const texts: Texts = {
  connectTo: '{0} に接続',
  close: '閉じる',
  install: '{0} をインストール',
  newTab: '新しいタブで開きます',
  noWallet: 'ウォレットが見つかりません',
  noWalletHint:
    'ウォレットは、アカウントを保管し、署名の前に必ず確認を求めるアプリやブラウザ拡張機能です。インストールしてから、このページを再読み込みしてください。',
  sharedIdentity: '同じ識別子を名乗る別のウォレットがあります',
  opening: '{0} を開いています',
  continueIn: '{0} で続行',
  approve: 'ウォレットでリクエストを承認してください。',
  stillWaiting:
    '応答を待っています。リクエストがこのウィンドウの後ろにあるか、ウォレットがロックされている可能性があります。',
  cancel: 'キャンセル',
  failed: '接続できませんでした',
  tryAgain: '再試行',
  back: '戻る',
  connecting: '接続中…',
  account: 'アカウント',
  copyAddress: 'アドレスをコピー',
  copied: 'コピーしました',
  copyBlocked: 'ここではコピーできません。上のアドレスを選択してコピーしてください。',
  network: 'ネットワークを切り替え',
  confirm: 'ウォレットで確認してください',
  noUpdates: 'このウォレットでの変更は、再読み込み後に反映されます。',
  another: '別のウォレットを接続',
  disconnect: '{0} の接続を解除',
}
