/** What stops a launch with one sentence, and the code to exit with. */
export class LaunchFailure extends Error {
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}
