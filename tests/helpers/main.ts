/// <reference types="@adonisjs/auth/plugins/api_client" preserve="true" />
/** What tests of plugins stand on: accounts, a gate, the scope matrix, and answers held to their description. */
export { freshName, logIn, loggedIn, makeOperator, PASSWORD, type Tokens } from './accounts.js'
export { OpenGate, openGate, openGateOf } from './open_gate.js'
export { holdResponsesToDescription } from './described_responses/described_responses.js'
export { ended, testRunner } from './runner.js'
export { operatorsThroughGate } from './scope_matrix/gate_operators.js'
export { httpScopeMatrix } from './scope_matrix/http_driver.js'
export { modelScopeMatrix } from './scope_matrix/model_driver.js'
export { Stage } from './scope_matrix/stage.js'
