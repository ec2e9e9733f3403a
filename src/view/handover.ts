/**
 * Set while React takes over a list that was drawn without it (in the script tag): effects end and begin again, but the
 * dialog on screen stays open.
 */
export const HANDOVER = { isUnderWay: false }
