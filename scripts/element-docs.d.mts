type Rows = readonly (readonly (string | boolean)[])[]
export const summary: string
export const attributes: Rows
export const properties: Rows
export const methods: Rows
export const events: Rows
export const parts: readonly string[]
export const states: readonly string[]
export const cssProperties: Rows
