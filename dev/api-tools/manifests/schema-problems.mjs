import { readFileSync } from 'node:fs'
import { Certificate } from '@kubernetes-models/cert-manager/cert-manager.io/v1/Certificate'
import { Issuer } from '@kubernetes-models/cert-manager/cert-manager.io/v1/Issuer'
import { Gateway } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/Gateway'
import { HTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute'
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor'
import { PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule'
import Ajv from 'ajv/dist/2020.js'
import { parseAllDocuments } from 'yaml'

const customResources = { HTTPRoute, Gateway, Certificate, Issuer, PodMonitor, PrometheusRule }

/** The oldest and the newest supported Kubernetes. README.md of dev/api-tools says where the schemas come from. */
const versions = ['1.31', '1.37']

const validators = versions.map((version) => {
  const id = `kubernetes-${version}.json`
  const schema = JSON.parse(readFileSync(new URL(`schemas/${id}`, import.meta.url), 'utf8'))
  const ajv = new Ajv.default({ strict: false, allErrors: true }).addSchema({ ...schema, $id: id })
  return ({ apiVersion, kind }) => {
    const pointer = `${apiVersion} ${kind}`.replaceAll('/', '~1').replaceAll(' ', '%20')
    const validate = ajv.getSchema(`${id}#/kinds/${pointer}`)
    if (!validate) return () => [`has no schema in Kubernetes ${version}`]
    return (manifest) =>
      validate(manifest)
        ? []
        : validate.errors.map(
            ({ instancePath, message, params }) =>
              `Kubernetes ${version}: ${instancePath} ${message} ${JSON.stringify(params)}`,
          )
  }
})

/** Prints what does not match the schemas in the manifests of the standard input. */
for (const document of parseAllDocuments(readFileSync(0, 'utf8'))) {
  const manifest = document.toJS()
  for (const problem of problemsOf(manifest))
    console.log(`${manifest.kind} ${manifest.metadata.name}: ${problem}`)
}

function problemsOf(manifest) {
  const CustomResource = customResources[manifest.kind]
  if (!CustomResource) return validators.flatMap((schemaOf) => schemaOf(manifest)(manifest))
  try {
    new CustomResource(manifest).validate()
    return []
  } catch (error) {
    return [error.message]
  }
}
