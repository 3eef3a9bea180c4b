/** What is said when the service starts, fails to, and stops. */
export { announce, noteStep } from './announcements.js'
export { endOnBootFailure } from './boot_failure.js'
export { DATABASE_SILENT, sentenceOf } from './boot_sentences.js'
export { greet } from './greeting.js'
export { sayLastWords } from './last_words.js'
export { logOutput, outliveOutput } from './log_output.js'
export { ownVersion } from './own_version.js'
export { refuseQuestions } from './questions.js'
