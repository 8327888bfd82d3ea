/** The entry point of the thread of a recorder. */
import { createRecordingRunner, type RecordingTask } from '../../fidelity/proxy/recording-thread.js';
import { runThread } from '../lib/node-threads.js';

const run = createRecordingRunner();

runThread(async (task) => run(task as RecordingTask));
