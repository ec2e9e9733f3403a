/** A window of a browser that is no Chromium, as a test drives it. */
export interface EngineWindow {
  readonly id: string
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** Runs a function's body in the page. @returns what it returns, by way of JSON */
  run<T = unknown>(body: string): Promise<T>
  /** Moves the pointer there and clicks, in CSS px from the window's corner. */
  click(x: number, y: number): Promise<void>
  /** Clicks on the element that a function's body finds; where it is there, it serves windows that are not in front too. */
  clickElement?(body: string): Promise<void>
  /** Types into what has the focus; `\n` is Enter. */
  type(text: string): Promise<void>
}

/** A browser that is no Chromium. */
export interface Engine {
  /** All windows, the first one first. */
  windows(): Promise<EngineWindow[]>
  newWindow(): Promise<EngineWindow>
  stop(): Promise<void>
}

/** What to do where a program is missing. */
export const INSTALL = 'On Debian: apt-get install firefox-esr webkit2gtk-driver xvfb'

/** A body of a function as an expression that gives JSON, null for nothing. */
export const toJson = (body: string): string => `JSON.stringify((() => { ${body} })() ?? null)`

/** Enter, as WebDriver has it. */
const ENTER = '\uE007'

/** A text as WebDriver types it; `\n` is Enter. */
export const toKeys = (text: string): string => text.replaceAll('\n', ENTER)

/** What WebDriver does with the keyboard to type a text. */
export const typing = (text: string) => ({
  type: 'key',
  id: 'keyboard',
  actions: [...toKeys(text)].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
})

/** What WebDriver does with the mouse to click there. */
export const clicking = (x: number, y: number) => ({
  type: 'pointer',
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions: [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
})
