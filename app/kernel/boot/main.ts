/** What is shown when the service starts, or cannot. */
export { announce } from './announcements.js'
export { endOnBootFailure, sentenceOf } from './boot_failure.js'
export { greet } from './greeting.js'
export { ownVersion } from './own_version.js'
export { refuseQuestions } from './questions.js'
