/** A window of a browser other than Chromium, as a test drives it. */
export interface EngineWindow {
  readonly id: string
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** Runs a function's body in the page. @returns its result, carried as JSON */
  run<T = unknown>(body: string): Promise<T>
  /** Moves the pointer to a point and clicks, in CSS px from the window's corner. */
  click(x: number, y: number): Promise<void>
  /** Clicks the element that a function's body finds. If it exists, it also works for windows in the background. */
  clickElement?(body: string): Promise<void>
  /**
   * Types into the focused element; `\
   * ` is Enter.
   */
  type(text: string): Promise<void>
}

/** A browser other than Chromium. */
export interface Engine {
  /** All windows, the first one first. */
  windows(): Promise<EngineWindow[]>
  newWindow(): Promise<EngineWindow>
  stop(): Promise<void>
}

/** What to install when a program is missing. */
export const INSTALL = 'On Debian: apt-get install firefox-esr webkit2gtk-driver xvfb'

/** Turns a function's body into an expression that returns JSON, null for nothing. */
export const toJson = (body: string): string => `JSON.stringify((() => { ${body} })() ?? null)`

/** The Enter key of WebDriver. */
const ENTER = '\uE007'

/**
 * A text as WebDriver types it; `\
 * ` is Enter.
 */
export const toKeys = (text: string): string => text.replaceAll('\n', ENTER)

/** The WebDriver actions that type a text. */
export const typing = (text: string) => ({
  type: 'key',
  id: 'keyboard',
  actions: [...toKeys(text)].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
})

/** The WebDriver actions that click at a point. */
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
