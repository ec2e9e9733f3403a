import type { Texts } from './texts.js'

/** Chinese, simplified. */
export const texts: Texts = {
  connectTo: '连接到 {0}',
  close: '关闭',
  install: '安装 {0}',
  newTab: '在新标签页中打开',
  noWallet: '未找到钱包',
  noWalletHint: '钱包是保管您的账户、并在签名前征求您同意的应用或浏览器扩展。请安装一个，然后刷新本页。',
  sharedIdentity: '此处另一个钱包使用相同的标识',
  opening: '正在打开 {0}',
  continueIn: '在 {0} 中继续',
  approve: '请在钱包中批准请求。',
  stillWaiting: '仍在等待。请求可能在此窗口后面，或者钱包已锁定。',
  cancel: '取消',
  failed: '无法连接',
  tryAgain: '重试',
  back: '返回',
  connecting: '连接中…',
  account: '账户',
  copyAddress: '复制地址',
  copied: '已复制',
  copyBlocked: '此处无法复制。请选中上方地址后复制。',
  network: '切换网络',
  confirm: '请在钱包中确认',
  another: '连接其他钱包',
  disconnect: '断开 {0}',
}
