export { SETTINGS_KEY } from './stored_parameters.js'
