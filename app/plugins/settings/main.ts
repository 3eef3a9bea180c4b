export { Dictionaries, DICTIONARIES_KEY, type EnabledDictionary } from './dictionaries.js'
export type { DictionaryItem } from './models/dictionary.js'
export { SETTINGS_KEY } from './stored_parameters.js'
export { inDictionary } from './validators/in_dictionary.js'
