import { BaseCommand } from '@adonisjs/core/ace'
import { rotateSecret } from '../secret_rotation.js'

export default class SecretRotate extends BaseCommand {
  static commandName = 'secret:rotate'
  static description = 'Make a new JWT_SECRET; the present one still verifies until its tokens end'

  async run() {
    const file = rotateSecret(this.app.appRoot)
    if (file) {
      this.logger.success(
        `${file} holds a new JWT_SECRET, and the present one as JWT_PREVIOUS_SECRET; restart the nodes`
      )
      return
    }
    this.exitCode = 1
    this.logger.error(
      'JWT_SECRET comes from the environment; there, set JWT_PREVIOUS_SECRET to the present value, JWT_SECRET to a new one of at least 32 characters, and JWT_ROTATED_AT to the present time, such as 2026-01-31T12:00:00Z'
    )
  }
}
