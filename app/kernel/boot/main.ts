/** What is shown when the service starts, or cannot. */
export { announce } from './announcements.js'
export { endOnBootFailure, sentenceOf } from './boot_failure.js'
export { CHANCERY_VERSION } from './chancery_version.js'
export { greet } from './greeting.js'
export { ownVersion } from './own_version.js'
export { refuseQuestions } from './questions.js'
