import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/private/transferfs/$id')({
  component: RouteComponent,
})

function RouteComponent() {
  return <div>Hello "/_app/private/transferfs/$id"!</div>
}
