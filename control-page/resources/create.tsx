/** Creates a resource of any type, at first of the selected collection. */
import { useState } from 'preact/hooks';
import type { ResourceTypeSummary } from '../../mock/types/control.js';
import { Dialog, SelectField } from '../components/controls.js';
import { Editor } from './editor.js';
import { findCreatedPath } from './resource-calls.js';

interface CreateDialogProps {
  readonly types: readonly ResourceTypeSummary[];
  readonly type: ResourceTypeSummary | undefined;
  readonly collection: string | undefined;
  readonly onClose: () => void;
  /** Called with the path of the new resource, if it is known. */
  readonly onCreated: (path: string) => void;
}

export function CreateDialog({ types, type, collection, onClose, onCreated }: CreateDialogProps) {
  const creatable = types.filter(({ methods }) => methods.create !== undefined);
  const [selected, setSelected] = useState((type?.methods.create !== undefined ? type : creatable[0])?.type ?? '');
  const chosen = creatable.find((each) => each.type === selected);
  const methodId = chosen?.methods.create;
  const target = chosen?.type === type?.type ? collection : undefined;
  if (!chosen || methodId === undefined) return null;
  return (
    <Dialog title="Create a resource" onClose={onClose}>
      <SelectField
        label="Type"
        value={selected}
        onChange={setSelected}
        options={creatable.map(
          ({ type: template, api, version, methods }) =>
            [template, `${api} ${version}: ${methods.create?.split('.').slice(1, -1).join('.') ?? ''}`] as const,
        )}
      />
      <Editor
        key={selected}
        methodId={methodId}
        target={target}
        onDone={async ({ operation }) => {
          const path = operation ? operation.target : await findCreatedPath(methodId).catch(() => undefined);
          onClose();
          if (path !== undefined) onCreated(path);
        }}
      />
    </Dialog>
  );
}
