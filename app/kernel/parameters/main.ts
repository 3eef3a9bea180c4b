/** Values that administrators change while the service runs: how they are declared and read. */
export { defineParameters, type ParameterSet } from './define_parameters.js'
export {
  PARAMETER_TYPES,
  type ConfigurationReader,
  type Parameter,
  type ParameterLimits,
  type ParameterType,
  type ParameterValue,
  parameter,
} from './parameter.js'
export { DefaultParameters, Parameters, type ParameterValues } from './parameters.js'
