/** Creates a resource of any type, at first of the selected collection. */
import { useState } from 'preact/hooks';
import { Dialog, SelectField } from '../components/controls.js';
import { Editor } from './editor.js';
import { findResourcePath } from './resource-calls.js';
import { type ResourceType } from './resource-types.js';

interface CreateDialogProps {
  readonly types: readonly ResourceType[];
  readonly type: ResourceType | undefined;
  readonly collection: string | undefined;
  readonly onClose: () => void;
  /** Called with the path of the new resource, if it is known. */
  readonly onCreated: (path: string) => void;
}

export function CreateDialog({ types, type, collection, onClose, onCreated }: CreateDialogProps) {
  const creatable = types.filter(({ placedMethods }) => placedMethods.create);
  const [selected, setSelected] = useState((type?.placedMethods.create ? type : creatable[0])?.type ?? '');
  const chosen = creatable.find((each) => each.type === selected);
  const method = chosen?.placedMethods.create;
  const target = chosen?.type === type?.type ? collection : undefined;
  if (!chosen || !method) return null;
  return (
    <Dialog title="Create a resource" onClose={onClose}>
      <SelectField
        label="Type"
        value={selected}
        onChange={setSelected}
        options={creatable.map(
          ({ type: template, api, version, placedMethods }) =>
            [template, `${api} ${version}: ${placedMethods.create?.method.id.split('.').slice(1, -1).join('.') ?? ''}`] as const,
        )}
      />
      <Editor
        key={selected}
        type={chosen}
        method={method}
        target={target}
        onDone={(body, collectionPath) => {
          const path = findResourcePath(chosen, body, collectionPath);
          onClose();
          if (path !== undefined) onCreated(path);
        }}
      />
    </Dialog>
  );
}
