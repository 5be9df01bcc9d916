@"%~dp0runtime\node.exe" "%~dp0app\bin\sms.mjs" %*
