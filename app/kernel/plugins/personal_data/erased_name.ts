/** Shown in place of the name of somebody whose personal data is erased. */
export const ERASED_NAME = 'Erased person'
