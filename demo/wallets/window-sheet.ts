/** The look of a demo wallet's window. */
export const WINDOW_CSS = `
:host { all: initial; color-scheme: light dark }
dialog {
  position: fixed; inset: 16px 16px auto auto; margin: 0; padding: 0; box-sizing: border-box;
  width: min(360px, calc(100vw - 32px)); max-height: calc(100dvh - 32px); overflow: auto;
  border: 1px solid light-dark(#d9d9d4, #34383e); border-radius: 16px;
  background: light-dark(#fff, #1d2024); color: light-dark(#1b1d20, #eceef0);
  font: 400 14px/1.5 system-ui, sans-serif;
  box-shadow: 0 1px 2px #0002, 0 24px 60px #0000004d;
}
dialog::backdrop { background: #0000004d }
.head { display: flex; align-items: center; gap: 10px; padding: 14px 16px }
.head img { inline-size: 28px; block-size: 28px; border-radius: 8px }
.head strong { font-weight: 600; flex: 1 }
.head span { font-size: 12px; padding: 2px 8px; border-radius: 99px; background: light-dark(#eef0ee, #2a2e33); color: light-dark(#55595f, #aeb4bb) }
.note { margin: 0; padding: 6px 16px; font-size: 12px; background: light-dark(#fdf3dc, #3a2f17); color: light-dark(#6b4a06, #f0d9a3) }
.body { padding: 18px 16px 4px }
h2 { margin: 0; font: 600 18px/1.3 system-ui, sans-serif }
.site { margin: 2px 0 14px; color: light-dark(#666b72, #a2a8b0) }
dl { margin: 0; display: grid; gap: 12px }
dt { font-size: 12px; color: light-dark(#666b72, #a2a8b0) }
dd { margin: 2px 0 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 12px/1.55 ui-monospace, monospace }
.foot { position: sticky; inset-block-end: 0; display: grid; grid-template-columns: 1fr 1fr; gap: 8px; padding: 16px; background: inherit }
button {
  min-block-size: 44px; border-radius: 10px; cursor: pointer; font: 600 14px/1 system-ui, sans-serif;
  border: 1px solid light-dark(#d0d2d0, #41464d); background: transparent; color: inherit;
}
button:hover { background: light-dark(#f3f4f3, #282c31) }
.approve { border-color: transparent; background: light-dark(#1f5c4c, #58b79e); color: light-dark(#fff, #06231b) }
.approve:hover { background: light-dark(#184a3d, #6cc8af) }
:focus-visible { outline: 2px solid light-dark(#1f5c4c, #7fd6bf); outline-offset: 2px }
`
